import { createHmac } from 'node:crypto';

/** A name for a person that says nothing of them: `Person 7F3K2Q`. The same for the same person, wherever it is shown. */
export type PseudonymOf = (person: string) => string;

/** No vowels, so that no word comes out, and nothing that is read as something else. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ';
/** Of 10,000 people, two share a name with a chance of one in ten. */
const LENGTH = 6;

/**
 * With a key, because addresses can be guessed: whoever has a list of them could hash each and compare.
 * Written differently, an address is still the same person.
 */
export const createPseudonyms =
  (key: Buffer): PseudonymOf =>
  (person) => {
    const digest = createHmac('sha256', key)
      .update(`person\n${canonical(person)}`)
      .digest();
    let rest = digest.readBigUInt64BE();
    let signs = '';
    for (let at = 0; at < LENGTH; at++) {
      signs += SIGNS[Number(rest % BigInt(SIGNS.length))];
      rest /= BigInt(SIGNS.length);
    }
    return `Person ${signs}`;
  };

export const canonical = (person: string): string =>
  person.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
