import type { CaseFilter } from '../../cases/filter-cases.ts';
import type { OpenCases } from '../../wire.ts';
import { type Choice, Chooser } from '../shell/building-blocks.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { readable } from '../words/amount.ts';
import { SEARCH } from './decide.ts';

const STANDINGS: readonly Choice[] = [
  ['todo', 'to do'],
  ['undecided', 'undecided'],
  ['awaiting-approval', 'awaiting approval'],
  ['unclear', 'unclear'],
  ['on-its-way', 'being recorded'],
  ['all', 'all open'],
];
const CLAIMS: readonly Choice[] = [
  ['any', 'by anybody'],
  ['free', 'by me or nobody'],
  ['mine', 'by me'],
];

/** What came from an address is offered too, even if no case has it. */
const offered = (values: readonly string[], asked: string): readonly Choice[] =>
  [...new Set([...values, ...(asked === '' ? [] : [asked])])].map((value) => [value, readable(value)]);

export function CaseFilters({
  bridge,
  state: { caseFilter: filter },
  actions,
  known,
}: ViewProps & { readonly known: OpenCases | null }) {
  const { domains } = bridge.about;
  return (
    <form
      class="filters"
      role="search"
      aria-label="Filter cases"
      onSubmit={(event) => event.preventDefault()}
    >
      <label class="field grow">
        <span>Search</span>
        <input
          id={SEARCH}
          type="search"
          value={filter.text}
          placeholder="Person, type, severity, channel …"
          onInput={({ currentTarget }) => actions.filterCases({ text: currentTarget.value })}
        />
      </label>
      <Chooser
        label="Cases"
        value={filter.standing}
        choices={STANDINGS}
        onChoose={(standing) => actions.filterCases({ standing: standing as CaseFilter['standing'] })}
      />
      <Chooser
        label="Claimed"
        value={filter.claim}
        choices={CLAIMS}
        onChoose={(claim) => actions.filterCases({ claim: claim as CaseFilter['claim'] })}
      />
      {domains.length > 1 && (
        <Chooser
          label="Domain"
          value={filter.domain}
          choices={[['', 'any'], ...domains.map((name): Choice => [name, name])]}
          onChoose={(domain) => actions.filterCases({ domain })}
        />
      )}
      <Chooser
        label="Type"
        value={filter.type}
        choices={[['', 'any'], ...offered(known?.types ?? [], filter.type)]}
        onChoose={(type) => actions.filterCases({ type })}
      />
      <label class="field">
        <span>Person</span>
        <input
          type="search"
          list="case-people"
          value={filter.person}
          onInput={({ currentTarget }) => actions.filterCases({ person: currentTarget.value })}
        />
        <datalist id="case-people">
          {known?.people.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
    </form>
  );
}
