import { readable } from './amount.ts';

/** The colour of an outcome: the same wherever one is shown. */
export const outcomeClass = (outcome: string): string =>
  `outcome-${outcome.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

/** An outcome by its colour and its name. */
export const OutcomeMark = ({ outcome }: { readonly outcome: string }) => (
  <span class="marked">
    <i class={outcomeClass(outcome)} aria-hidden="true" />
    {readable(outcome)}
  </span>
);
