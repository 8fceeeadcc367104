/** A template as CDK writes it, before anything in it is resolved. */
export interface RawTemplate {
  readonly Resources: Record<string, RawResource>;
}

export interface RawResource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  DependsOn?: string | string[];
}

/** Changes a copy of the template that is handed to it. */
export type Change = (template: RawTemplate) => void;

export function propertiesOf({ Resources }: RawTemplate, logicalId: string): Record<string, unknown> {
  const resource = Resources[logicalId];
  if (!resource) throw new Error(`the template has no ${logicalId}`);
  return resource.Properties;
}

export const without =
  (logicalId: string): Change =>
  ({ Resources }) => {
    delete Resources[logicalId];
    // Nor does anything wait for it.
    for (const resource of Object.values(Resources)) {
      const { DependsOn } = resource;
      if (DependsOn) resource.DependsOn = [DependsOn].flat().filter((one) => one !== logicalId);
    }
  };

/** Takes every resource of a type away. */
export const withoutAll =
  (type: string): Change =>
  ({ Resources }) => {
    for (const [logicalId, { Type }] of Object.entries(Resources)) {
      if (Type === type) delete Resources[logicalId];
    }
  };

export const withProperties =
  (logicalId: string, properties: Readonly<Record<string, unknown>>): Change =>
  (template) => {
    Object.assign(propertiesOf(template, logicalId), properties);
  };

/** Sets properties of every resource of a type. */
export const onAll =
  (type: string, properties: Readonly<Record<string, unknown>>): Change =>
  ({ Resources }) => {
    for (const resource of Object.values(Resources)) {
      if (resource.Type === type) Object.assign(resource.Properties, properties);
    }
  };

/** Adds a statement to every role. */
export const onAllRoles =
  (statement: object): Change =>
  ({ Resources }) => {
    for (const { Type, Properties } of Object.values(Resources)) {
      if (Type !== 'AWS::IAM::Role') continue;
      const added = { PolicyName: 'Added', PolicyDocument: { Statement: [statement] } };
      Properties.Policies = [...((Properties.Policies as object[] | undefined) ?? []), added];
    }
  };

/** Names without the hashes that CDK puts behind them. */
export const plain = (text: string): string => text.replace(/(\w)[0-9A-F]{8}\b/g, '$1');
