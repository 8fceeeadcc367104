import type { AnswerPart } from '../../case/answer-part.ts';
import { FORGOTTEN } from '../../case/case-skeleton.ts';
import type { Sentence } from '../../case/sentence.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import type { NhiDetail } from '../../posture/schemas/nhi.ts';
import {
  coverageLines,
  dotted,
  fact,
  lines,
  moment,
  number,
  said,
  section,
  several,
  shortText,
  unsureOf,
  yesOrNo,
} from '../entry-points/command/answer-words.ts';

type Text = string | null | undefined;
type Facts = readonly Sentence[];

/** How the people and the texts of a service identity may be shown. */
export interface ServiceRedaction {
  readonly named: (upn: Text) => Sentence;
  readonly shown: (text: Text) => string | null;
}

const OPEN: ServiceRedaction = {
  named: (upn) => said(upn, ROOM.email),
  shown: (text) => text ?? null,
};

/** The addresses of the people whom a service identity names. */
export const peopleOf = ({ stewardship, identity }: NhiDetail): readonly string[] =>
  [stewardship?.steward_upn, stewardship?.creator_upn, identity?.creator_upn].filter(
    (upn): upn is string => !!upn?.trim() && upn !== FORGOTTEN,
  );

/** All that an answer has room for. */
export const tellService = (detail: NhiDetail, redaction: ServiceRedaction): readonly AnswerPart[] => {
  const { overview, identity, access, coverage } = detail;
  const { shown } = redaction;
  return [
    ...lines(
      dotted(said(shown(identity?.display_name), ROOM.name), kindOf(detail)),
      ...custodyFacts(detail, redaction),
      ...fact('App id', said(identity?.app_id, ROOM.id)),
      ...fact('Last seen', moment(identity?.last_seen)),
    ),
    ...section('Role', shown(overview?.summary), roleFacts(detail, redaction)),
    ...section('Access', shown(access?.summary), accessFacts(detail)),
    ...section('Risk', null, riskFacts(detail, redaction)),
    ...section('How certain the platform is', null, coverageLines(coverage)),
  ];
};

/** As much as helps with a case, one line for each thing. */
export const tellServiceInShort = (detail: NhiDetail): readonly AnswerPart[] => [
  ...shortText(detail.overview?.summary, ROOM.brief),
  ...lines(
    kindOf(detail),
    ...custodyFacts(detail, OPEN),
    ...roleFacts(detail, OPEN),
    ...fact('Access', dotted(...accessFacts(detail))),
    ...fact('Risk', dotted(...riskFacts(detail, OPEN))),
    ...unsureOf(detail),
  ),
];

const kindOf = ({ identity }: NhiDetail): Sentence =>
  dotted(
    said(identity?.nhi_class_label ?? identity?.nhi_class, ROOM.signal),
    said(identity?.archetype_label ?? identity?.archetype, ROOM.signal),
    said(identity?.provider?.label ?? identity?.provider?.key, ROOM.signal),
  );

const custodyFacts = ({ stewardship, identity }: NhiDetail, { named }: ServiceRedaction): Facts => [
  ...fact('Steward', named(stewardship?.steward_upn)),
  ...fact('Creator', named(stewardship?.creator_upn ?? identity?.creator_upn)),
  ...fact('Custody', said(stewardship?.custody_kind, ROOM.signal)),
];

const roleFacts = ({ role, cluster }: NhiDetail, { shown }: ServiceRedaction): Facts => [
  ...fact('Observed role', said(shown(role?.observed_role))),
  ...fact('Purpose', said(shown(role?.purpose))),
  ...fact('Compared with others', said(role?.match, ROOM.signal)),
  ...fact('Cluster', said(shown(cluster?.name), ROOM.name)),
];

const accessFacts = ({ access }: NhiDetail): Facts => [
  ...fact('Permissions', number(access?.permission_count)),
  ...fact('Privileged', number(access?.privileged_count)),
  ...fact('More than it uses', yesOrNo(access?.over_permission)),
  ...fact('Systems', several(access?.systems)),
  ...fact('Data stores', several(access?.data_stores)),
];

const riskFacts = ({ risk_lens }: NhiDetail, { shown }: ServiceRedaction): Facts => [
  ...fact('Blast radius', said(shown(risk_lens?.blast_radius))),
  ...fact('Reaches the control plane', yesOrNo(risk_lens?.reaches_control_plane)),
];
