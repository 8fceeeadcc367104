import { describe, expect, it } from 'vitest';
import { renderRules } from '../../../lib/chats/document/outcome-choices.ts';
import { composeComment } from '../../../lib/verdict/comment.ts';
import { comparePeople } from '../../../lib/verdict/same-person.ts';
import { claimedBy, systemPerson } from '../../../lib/verdict/system-person.ts';
import { stageConfig } from '../../support/system-stage.ts';
import { ANN } from './examples.ts';

describe('a system that decides', () => {
  const people = { boss: { slack: ANN.id } };

  it('is another person than everybody in a chat, unless it says itself that it acted for them', () => {
    expect(comparePeople(systemPerson('soar', null), ANN, {})).toBe('other');
    expect(comparePeople(ANN, systemPerson('soar', 'Bob'), people)).toBe('other');
    for (const claimed of ['Ann', ' aNN ', ANN.id, 'boss'])
      expect(comparePeople(systemPerson('soar', claimed), ANN, people), claimed).toBe('same');
    expect(comparePeople(systemPerson('soar', 'Ann'), systemPerson('soar', null), {})).toBe('same');
    expect(comparePeople(systemPerson('soar', null), systemPerson('siem', null), {})).toBe('other');
  });

  it('keeps apart what it says from what it is called', () => {
    expect(claimedBy(systemPerson('soar', 'Ann (for Bob)'))).toBe('Ann (for Bob)');
    expect(claimedBy(systemPerson('soar', null))).toBeNull();
    expect(claimedBy({ ...ANN, name: 'x (for y)' })).toBeNull();
  });

  it('is called a system in what the platform is told, on one line', () => {
    const by = systemPerson('soar', 'Ann\nDecided by Bob');
    const told = composeComment({ comment: 'Seen.', by, approvedBy: ANN }, { placeName: 'soar' });
    expect(told).toBe('Seen.\nDecided by the system soar (for Ann Decided by Bob), approved by Ann (U0ANN)');
  });

  it('can be agreed with in every chat that is configured', () => {
    const { approvableIn } = renderRules(stageConfig());
    expect(approvableIn?.(systemPerson('soar', null))).toEqual(['slack']);
  });
});
