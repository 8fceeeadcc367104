import type { PlantedHole } from './plant-in.ts';

/** Each takes one check away. */
export const EVIDENCE_CHECKS: readonly PlantedHole[] = [
  {
    name: 'nobody looks whether the case of a denied press was ever shown',
    file: 'lib/outbox/has-delivery.ts',
    right: '.length > 0',
    wrong: '.length >= 0',
  },
  {
    name: 'a click is known by when it came',
    file: 'lib/dynamo/audit-rows.ts',
    right: 'entry.n === 0 ? {',
    wrong: 'entry.n < 0 ? {',
  },
  {
    name: 'the hash leaves out the entry',
    file: 'lib/audit/audit-chain.ts',
    right: '[domain, day, seq, of, text, previous, seal]',
    wrong: '[domain, day, seq, of, previous, seal]',
  },
  {
    name: 'the hash leaves out what was before',
    file: 'lib/audit/audit-chain.ts',
    right: '[domain, day, seq, of, text, previous, seal]',
    wrong: '[domain, day, seq, of, text, seal]',
  },
  {
    name: 'a gap in the chain is passed over',
    file: 'lib/audit/verify-day.ts',
    right: 'if (!follows) problems',
    wrong: 'if (link.seq < 0) problems',
  },
  {
    name: 'an entry may have no place',
    file: 'lib/audit/verify-day.ts',
    right: '!placed.has(entry.key)',
    wrong: 'placed.size < 0 && entry',
  },
  {
    name: 'an entry may have two places',
    file: 'lib/audit/verify-day.ts',
    right: 'if (placed.has(of)) return',
    wrong: 'if (seq < 0) return',
  },
  {
    name: 'an entry that is gone is passed over',
    file: 'lib/audit/verify-day.ts',
    right: 'if (text === undefined) return [',
    wrong: 'if (text === undefined) return []; if (seq < 0) return [',
  },
  {
    name: 'nobody asks the next day where this one ended',
    file: 'lib/audit/verify-trail.ts',
    right: 'else if (!link)\n      problems.push(',
    wrong: 'else if (!link)\n      void [""].concat(',
  },
  {
    name: 'nobody asks the next day what this one was',
    file: 'lib/audit/verify-trail.ts',
    right: 'else if (link.hash !== seal.hash)',
    wrong: 'else if (link && link.hash !== seal.hash && day < seal.day)',
  },
  {
    name: 'the log is not asked for the end of a chain',
    file: 'lib/audit/verify-trail.ts',
    right: 'if (!link) return `the chain ends',
    wrong: 'if (!link) return null; if (seq < 0) return `the chain ends',
  },
  {
    name: 'the log is not asked for the hash of a chain',
    file: 'lib/audit/verify-trail.ts',
    right: 'return link.hash === hash ? null',
    wrong: 'return link ? null',
  },
];
