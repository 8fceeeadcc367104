import { counted } from '../../base/text/format.ts';
import type { AnswerPart } from '../../case/answer-part.ts';
import type { Sentence } from '../../case/sentence.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import type { Persona } from '../../posture/schemas/persona.ts';
import {
  coverageLines,
  dotted,
  fact,
  lines,
  longText,
  number,
  said,
  section,
  several,
  shortText,
  unsureOf,
  yesOrNo,
} from '../entry-points/command/answer-words.ts';

type Facts = readonly Sentence[];

/** All that an answer has room for. */
export const tellPerson = (persona: Persona): readonly AnswerPart[] => {
  const { overview, identity, access, coverage } = persona;
  return [
    ...longText(overview?.summary),
    ...lines(
      jobOf(persona),
      ...fact('Manager', said(identity?.manager, ROOM.name)),
      ...roleFacts(persona),
      ...fact('Admin account', said(identity?.admin_account, ROOM.name)),
      ...fact('Account since', said(identity?.account_created, ROOM.name)),
    ),
    ...section('Access', access?.summary, accessFacts(persona)),
    ...section(USUAL, null, usualFacts(persona)),
    ...section('Risk', null, riskFacts(persona)),
    ...section('How certain the platform is', null, coverageLines(coverage)),
  ];
};

/** As much as helps with a case, one line for each thing. `overview`: where the persona itself has no summary. */
export const tellPersonInShort = (
  persona: Persona | null,
  overview: string | null | undefined,
): readonly AnswerPart[] => [
  ...shortText(persona?.overview?.summary?.trim() ? persona.overview.summary : overview, ROOM.brief),
  ...(persona === null
    ? []
    : lines(
        privilegedLine(persona),
        jobOf(persona),
        ...roleFacts(persona),
        ...fact('Access', dotted(...accessFacts(persona))),
        ...fact(USUAL, dotted(...usualFacts(persona))),
        ...fact('Risk', dotted(...riskFacts(persona))),
        ...unsureOf(persona),
      )),
];

/** `Privileged account: 3 privileged entitlements, reaches the control plane`: an analyst reads that first. */
function privilegedLine({ access, risk_lens }: Persona): Sentence {
  const count = access?.privileged_entitlement_count ?? 0;
  const why = [
    ...(count > 0 ? [counted(count, 'privileged entitlement')] : []),
    ...(risk_lens?.reaches_control_plane ? ['reaches the control plane'] : []),
  ];
  return why.length === 0 ? [] : [`Privileged account: ${why.join(', ')}`];
}

const USUAL = 'Usual behavior';

const jobOf = ({ identity }: Persona): Sentence =>
  dotted(said(identity?.title, ROOM.name), said(identity?.department, ROOM.name));

const roleFacts = ({ role, workstreams }: Persona): Facts => [
  ...fact('Observed role', dotted(said(role?.observed_role), said(role?.title_match, ROOM.name))),
  ...fact('Works on', several(workstreams?.items?.flatMap(({ name }) => name ?? []))),
];

const accessFacts = ({ access }: Persona): Facts => [
  ...fact('Directory roles', number(access?.directory_role_count)),
  ...fact('Privileged entitlements', number(access?.privileged_entitlement_count)),
  ...fact('Dormant entitlements', number(access?.dormant_entitlement_count)),
  ...fact('Privileged classes', several(access?.privileged_classes)),
  ...fact('Applications', several(access?.applications)),
];

const usualFacts = ({ posture }: Persona): Facts => [
  ...fact('Devices', several(posture?.device_classes)),
  ...fact('Systems', several(posture?.os_types)),
  ...fact('Days with a sign-in', number(posture?.signin_active_days)),
  ...fact('Sign-ins', number(posture?.signin_total_logons)),
];

const riskFacts = ({ risk_lens }: Persona): Facts => [
  ...fact('Blast radius', said(risk_lens?.blast_radius)),
  ...fact('Reaches the control plane', yesOrNo(risk_lens?.reaches_control_plane)),
  ...fact('Credential exposure', said(risk_lens?.credential_exposure)),
  ...fact('Anomalies', number(risk_lens?.anomaly_count)),
];
