import { createHash } from 'node:crypto';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version?: string;
  readonly [more: string]: unknown;
}

/** The parts of CycloneDX 1.5 that are used here. */
export interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber?: string;
  readonly metadata: {
    readonly timestamp?: string;
    readonly component: Component;
    readonly [more: string]: unknown;
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly [more: string]: unknown;
}

const NAME = 'posture-bridge';

/**
 * npm's list as reproducible bytes: without the time, the tool and the folder, in a fixed order, and with a serial number
 * derived from the content. `only`: only these packages (`name@version`).
 */
export function createSbom(given: Sbom, only?: ReadonlySet<string>): Sbom {
  const isIn = ({ name, version }: Component) => !only || only.has(`${name}@${version}`);
  const components = given.components.filter(isIn).toSorted(by((one) => one['bom-ref']));
  const missing = [...(only ?? [])].filter(
    (name) => !components.some((one) => `${one.name}@${one.version}` === name),
  );
  if (missing.length > 0) {
    throw new Error(
      `bundled and not in package-lock.json: ${missing.join(', ')}. Run npm ci, and try again.`,
    );
  }
  const root = { ...given.metadata.component, name: NAME, type: 'application' };
  const refs = new Set([root['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = given.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted(),
    }))
    .toSorted(by(({ ref }) => ref));
  const content = { metadata: { component: root }, components, dependencies };
  const { $schema, bomFormat, specVersion } = given;
  return { $schema, bomFormat, specVersion, serialNumber: serialOf(content), version: 1, ...content };
}

/** A UUID in the form that CycloneDX requires, derived from the content. */
function serialOf(content: object): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

const by =
  <T>(textOf: (one: T) => string) =>
  (left: T, right: T): number =>
    textOf(left) < textOf(right) ? -1 : textOf(left) > textOf(right) ? 1 : 0;
