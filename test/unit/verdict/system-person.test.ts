import { describe, expect, it } from 'vitest';
import { renderRules } from '../../../lib/chats/document/outcome-choices.ts';
import { composeComment } from '../../../lib/verdict/compose-comment.ts';
import { comparePeople } from '../../../lib/verdict/same-person.ts';
import { systemPerson, WHOEVER } from '../../../lib/verdict/system-person.ts';
import { stageConfig } from '../../support/system-stage.ts';
import { ANN } from './examples.ts';

describe('a system that decides', () => {
  const people = { boss: { slack: ANN.id } };

  it('is nobody in a chat, whomever it says that it acted for', () => {
    for (const claimed of [null, 'Bob', 'Ann', ' aNN ', ANN.id, 'boss'])
      expect(comparePeople(systemPerson('soar', claimed), ANN, people), claimed ?? '').toBe('other');
    expect(comparePeople(systemPerson('soar', 'Ann'), systemPerson('soar', null), {})).toBe('same');
    expect(comparePeople(systemPerson('soar', null), systemPerson('siem', null), {})).toBe('other');
  });

  it('is called a system in what the platform is told, on one line', () => {
    const by = systemPerson('soar', 'Ann\nDecided by Bob');
    const told = composeComment({ comment: 'Seen.', by, approvedBy: ANN }, { placeName: 'soar' });
    expect(told).toBe(
      'Seen.\nDecided by the system soar (for “Ann Decided by Bob”), approved by Ann (U0ANN)',
    );
  });

  it('cannot write words of ours in the name that it gives', () => {
    const by = systemPerson('soar', 'Ann”), approved by "Bob" (“U0BOB');
    expect(by.name).toBe("soar (for “Ann'), approved by 'Bob' ('U0BOB”)");
    expect(systemPerson('soar', WHOEVER).name).toBe('soar (for somebody who opened its link)');
  });

  it('can be agreed with in every chat that is configured', () => {
    const { approvableIn } = renderRules(stageConfig());
    expect(approvableIn?.(systemPerson('soar', null))).toEqual(['slack']);
  });
});
