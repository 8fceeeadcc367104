import { PLACES, type Properties } from './policy-places.ts';
import type { Change } from './raw-template.ts';
import type { Stage } from './stage.ts';

/** Turns every statement around that denies what is not encrypted, so that it denies what is. */
export const denyEncrypted: Change = (template) => {
  for (const { Type, Properties } of Object.values(template.Resources)) {
    for (const { document } of PLACES[Type]?.(Properties) ?? []) {
      document.Statement = document.Statement.map((statement) =>
        statement.Effect === 'Deny' ? { ...statement, Condition: ENCRYPTED } : statement,
      );
    }
  }
};
const ENCRYPTED = { Bool: { 'aws:SecureTransport': 'true' } };

/** Every statement that denies something, with what it is written on. */
export const denialsIn = ({ resolved }: Stage) =>
  resolved.resources.flatMap(({ logicalId, type, properties }) =>
    (PLACES[type]?.(properties as Properties) ?? []).flatMap(({ document }) =>
      document.Statement.filter(({ Effect }) => Effect === 'Deny').map((statement) => ({
        on: logicalId,
        statement,
      })),
    ),
  );
