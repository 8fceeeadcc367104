import { BRIDGE_VERSION } from '../../lib/config/version.ts';
import { subjectOf } from './belief.ts';
import type { Certified } from './certify.ts';

export interface ReportHead {
  readonly day: string;
  readonly isLocal: boolean;
}

const MARKS = { well: 'as believed', wrong: 'NOT AS BELIEVED', unknown: 'not known' } as const;

/** Only texts of the beliefs and safe sentences: nothing of the bridge, its configuration or its people is in it. */
export function certifyReport({ day, isLocal }: ReportHead, certified: readonly Certified[]): string {
  const of = (is: Certified['is']) => certified.filter((one) => one.is === is);
  const counted = `${of('well').length} as believed, ${of('wrong').length} not, ${of('unknown').length} not known`;
  const sections = (['wrong', 'well', 'unknown'] as const).flatMap((is) => [
    ...(of(is).length > 0 ? [`## ${MARKS[is]}`, ''] : []),
    ...of(is).flatMap(told),
  ]);
  return [
    '# What a posture-bridge met',
    '',
    `Version ${BRIDGE_VERSION}, ${isLocal ? 'the local cloud' : 'AWS'}, ${day}: ${counted}.`,
    'It names no person, account, address or secret.',
    '',
    ...sections,
  ].join('\n');
}

const told = ({ belief, sentence, by }: Certified): string[] => [
  `### ${belief.id}`,
  '',
  `- believed of ${subjectOf(belief)}: ${belief.believed}`,
  `- seen by ${by}: ${sentence}`,
  `- in ${belief.where.map((path) => `\`${path}\``).join(', ')}`,
  '',
];
