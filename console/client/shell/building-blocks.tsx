import type { ComponentChildren } from 'preact';
import type { Fact } from '../../wire.ts';
import { fullMoment, sayMoment } from '../words/moment.ts';
import { ICONS } from './icons.tsx';

export interface PanelProps {
  readonly title: string;
  readonly note?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export const Panel = ({ title, note, class: className = '', children }: PanelProps) => (
  <section class={`panel ${className}`} aria-label={title}>
    <h3>
      {title}
      {note && <small>{note}</small>}
    </h3>
    {children}
  </section>
);

export interface FactRow extends Fact {
  readonly title?: string | undefined;
}

export const Facts = ({ rows }: { readonly rows: readonly FactRow[] }) => (
  <dl class="facts">
    {rows.map(({ label, text, title }) => (
      <div key={label} title={title}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

export type Choice = readonly [value: string, words: string];

export interface ChooserProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
  /** Without it, the browser keeps the selection. */
  readonly value?: string | undefined;
  readonly id?: string;
  readonly note?: string;
}

export const Chooser = ({ label, choices, onChoose, value, id, note }: ChooserProps) => (
  <label class="field">
    <span>{label}</span>
    <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {choices.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
    {note && <span class="soft">{note}</span>}
  </label>
);

export const CloseButton = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <button type="button" class="quiet square close" aria-label={label} onClick={onClick}>
    {ICONS.close}
  </button>
);

/** `5 min ago`; to the second when people point at it or tab to it. */
export const Moment = ({ atMs, nowMs }: { readonly atMs: number; readonly nowMs: number }) => (
  <time
    class="moment"
    dateTime={new Date(atMs).toISOString()}
    data-full={fullMoment(atMs)}
    tabindex={0}
    role="note"
    aria-label={`${sayMoment(atMs, nowMs)}, ${fullMoment(atMs)}`}
  >
    {sayMoment(atMs, nowMs)}
  </time>
);
