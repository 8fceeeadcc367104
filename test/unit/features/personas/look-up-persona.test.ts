import { describe, expect, it } from 'vitest';
import type { Sentence } from '../../../../lib/case/sentence.ts';
import {
  type FoundPersona,
  lookUpPersona,
  type PersonaClient,
} from '../../../../lib/features/personas/look-up-persona.ts';
import type { Subject } from '../../../../lib/features/personas/subjects-of-case.ts';
import { MalformedError, NotFoundError, NotReadyError } from '../../../../lib/posture/posture-errors.ts';
import type { NhiDetail } from '../../../../lib/posture/schemas/nhi.ts';
import type { Persona } from '../../../../lib/posture/schemas/persona.ts';

const ADA: Subject = { as: 'person', email: 'ada@acme.example', name: 'Ada Winter' };
const BACKUP: Subject = { as: 'service', email: null, name: 'backup-prod-001' };
const CALL = { deadline: 1_000, priority: 'backfill' } as const;
const APP_ID = '7f3e2a10-0000-4000-8000-000000000001';

const PERSONA: Persona = {
  tuid: 't-ada',
  overview: { summary: 'Ada works in Finance.' },
  identity: { name: 'Ada Winter', title: 'Clerk', department: 'Finance' },
  role: { observed_role: 'Payment clerk', title_match: 'match', confidence: 0.62 },
  workstreams: { items: [{ name: 'Month-end close' }] },
  access: { directory_role_count: 0, privileged_entitlement_count: 1, applications: ['Mail', 'Payroll'] },
  posture: { device_classes: ['managed laptop'], signin_active_days: 21 },
  risk_lens: { blast_radius: 'low', reaches_control_plane: false },
  coverage: { access: 'sufficient', posture: 'thin' },
};
const DETAIL: NhiDetail = {
  nuid: 'n-backup',
  overview: { summary: 'Copies servers.' },
  identity: { display_name: 'backup-prod-001', nhi_class_label: 'Service account', app_id: APP_ID },
  stewardship: { steward_upn: 'bo@acme.example', custody_kind: 'human' },
  access: { permission_count: 3 },
  coverage: { access: 'insufficient' },
};

interface Platform {
  readonly users?: readonly object[];
  readonly nhis?: readonly object[];
  readonly persona?: Persona | 'placeholder' | Error;
  readonly overview?: string | Error;
  readonly service?: NhiDetail | Error;
}

/** A platform that says this; and what it was asked. */
function platform({ users = [], nhis = [], persona, overview, service }: Platform) {
  const asked: string[] = [];
  /** As the contract has it: by a part of the name, of a principal name or of an id. */
  const listed = (name: string, items: readonly object[]) => ({
    async page({ filter: { search } = { search: '' } }: { filter?: { search: string } } = {}, call: unknown) {
      expect(call).toBe(CALL);
      asked.push(`${name} ${search}`);
      return {
        items: items.filter((item) => searched(item).includes(search.toLowerCase())),
      };
    },
  });
  const answer = async (name: string, said: unknown) => {
    asked.push(name);
    if (said === undefined) throw new NotFoundError('no');
    if (said instanceof Error) throw said;
    return said;
  };
  const client = {
    users: listed('users', users),
    nhis: listed('nhis', nhis),
    personaDetail: () =>
      answer(
        'detail',
        persona === undefined || persona instanceof Error
          ? persona
          : persona === 'placeholder'
            ? { variant: 'placeholder', placeholder: {} }
            : { variant: 'persona', persona },
      ),
    personaOverview: () =>
      answer('overview', typeof overview === 'string' ? { persona_overview: overview } : overview),
    nhiDetail: () => answer('nhi', service),
  };
  return { client: client as unknown as PersonaClient, asked };
}

const searched = (item: object): string =>
  JSON.stringify({ ...item, email_addresses: undefined }).toLowerCase();

const USER = { tuid: 't-ada', name: 'Ada Winter', user_principal_name: 'ada@acme.example' };
const wordsOf = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : 'said' in part ? part.said : part.atMs)).join('');
const toldIn = (found: FoundPersona): string[] =>
  typeof found === 'string'
    ? [found]
    : found.parts.flatMap((part) =>
        part.is === 'text' ? [part.text] : part.is === 'lines' ? part.lines.map(wordsOf) : [part.is],
      );
const find = async (said: Platform, subject = ADA) =>
  toldIn(await lookUpPersona(platform(said).client, subject, CALL));

describe('who somebody is', () => {
  it('is told in short: overview, role, access, what is usual, and what the platform is not sure of', async () => {
    expect(await find({ users: [USER], persona: PERSONA })).toEqual([
      'Ada works in Finance.',
      'Privileged account: 1 privileged entitlement',
      'Clerk  ·  Finance',
      'Observed role: Payment clerk  ·  match',
      'Works on: Month-end close',
      'Access: Directory roles: 0  ·  Privileged entitlements: 1  ·  Applications: Mail, Payroll',
      'Usual behavior: Devices: managed laptop  ·  Days with a sign-in: 21',
      'Risk: Blast radius: low  ·  Reaches the control plane: no',
      'Uncertain: posture (thin), role (62 %)',
    ]);
  });

  it('takes two requests where the persona has a summary, and the overview from its own place where it has none', async () => {
    const whole = platform({ users: [USER], persona: PERSONA });
    await lookUpPersona(whole.client, ADA, CALL);
    expect(whole.asked).toEqual(['users ada@acme.example', 'detail']);
    const bare = { ...PERSONA, overview: null };
    expect(await find({ users: [USER], persona: bare, overview: 'Ada, in short.' })).toContain(
      'Ada, in short.',
    );
  });

  it('is the overview alone where there is no persona, and nothing yet where there is neither', async () => {
    expect(await find({ users: [USER], persona: 'placeholder', overview: 'Ada, in short.' })).toEqual([
      'Ada, in short.',
    ]);
    for (const persona of ['placeholder', new NotFoundError('no'), new MalformedError('odd')] as const)
      expect(await find({ users: [USER], persona })).toEqual(['not yet']);
  });

  it('is found by another address than the principal name, through the name', async () => {
    const user = { ...USER, user_principal_name: 'u1@acme.example', email_addresses: ['Ada@acme.example'] };
    const { client, asked } = platform({ users: [user], persona: PERSONA });
    expect(toldIn(await lookUpPersona(client, ADA, CALL))[0]).toBe('Ada works in Finance.');
    expect(asked).toEqual(['users ada@acme.example', 'users Ada Winter', 'detail']);
  });

  it('is never another person with a similar address, nor one of two', async () => {
    const longer = { ...USER, user_principal_name: 'not-ada@acme.example' };
    expect(await find({ users: [longer], persona: PERSONA })).toEqual(['unknown']);
    expect(await find({ users: [USER, { ...USER, tuid: 't2' }], persona: PERSONA })).toEqual(['unknown']);
  });

  it('says what can be read of a persona of which most is missing or odd', async () => {
    const odd = { tuid: 't', role: { observed_role: ' ' }, access: {}, coverage: { a: 1, b: 'FULL' } };
    expect(await find({ users: [USER], persona: odd as Persona })).toEqual(['not yet']);
    expect(
      await find({ users: [USER], persona: { ...odd, risk_lens: { anomaly_count: 3 } } as Persona }),
    ).toEqual(['Risk: Anomalies: 3']);
  });

  it('is cut to what a thread has room for, however long it is', async () => {
    const long = 'x'.repeat(200_000);
    const many = Array.from({ length: 5_000 }, () => long);
    const persona = {
      ...PERSONA,
      overview: { summary: long },
      role: { observed_role: long, title_match: long },
      access: { applications: many, privileged_classes: many },
      coverage: Object.fromEntries(many.slice(0, 50).map((text, n) => [`${n}${text}`, text])),
    };
    expect(JSON.stringify(await find({ users: [USER], persona })).length).toBeLessThan(6_000);
  });

  it('throws what keeps the platform from answering', async () => {
    const locked = new NotReadyError('not ready', {});
    await expect(find({ users: [USER], persona: locked })).rejects.toBe(locked);
    await expect(find({ users: [USER], persona: 'placeholder', overview: locked })).rejects.toBe(locked);
  });
});

describe('what a service identity is', () => {
  const NHI = { nuid: 'n-backup', display_name: 'Backup-Prod-001' };

  it('is told in short, with the people behind it, who can then be hidden', async () => {
    const found = await lookUpPersona(platform({ nhis: [NHI], service: DETAIL }).client, BACKUP, CALL);
    expect(toldIn(found)).toEqual([
      'Copies servers.',
      'Service account',
      'Steward: bo@acme.example',
      'Custody: human',
      'Access: Permissions: 3',
      'Uncertain: access (insufficient)',
    ]);
    expect(found).toMatchObject({ about: 'service', name: 'Backup-Prod-001', people: ['bo@acme.example'] });
  });

  it('is found by the person of a case too, if that is none of the users', async () => {
    const subject = { ...ADA, name: 'backup-prod-001' };
    const longer = { nuid: 'n2', display_name: 'backup-prod-0011' };
    expect(await find({ nhis: [longer], service: DETAIL }, subject)).toEqual(['unknown']);
    const named = { ...NHI, display_name: 'backup-prod-001' };
    expect((await find({ nhis: [named], service: DETAIL }, subject))[0]).toBe('Copies servers.');
  });

  it('is found by its app id, and only if that is the very one', async () => {
    const subject = { ...BACKUP, name: APP_ID };
    const listed = { ...NHI, hint: APP_ID };
    expect((await find({ nhis: [listed], service: DETAIL }, subject))[0]).toBe('Copies servers.');
    const another = { ...DETAIL, identity: { app_id: 'another' } };
    expect(await find({ nhis: [listed], service: another }, subject)).toEqual(['unknown']);
  });

  it('is nothing yet where the platform lists it and knows nothing, and unknown where it does not or lists two', async () => {
    const named = { ...NHI, display_name: 'backup-prod-001' };
    expect(await find({ nhis: [named] }, BACKUP)).toEqual(['not yet']);
    expect(await find({ nhis: [named], service: { nuid: 'n' } }, BACKUP)).toEqual(['not yet']);
    expect(await find({}, BACKUP)).toEqual(['unknown']);
    expect(await find({ nhis: [named, named], service: DETAIL }, BACKUP)).toEqual(['unknown']);
  });
});
