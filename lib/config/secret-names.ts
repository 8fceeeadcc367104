/** For the stack, which knows only the names of secrets. */
export { readSecretName, type SecretName } from '../base/secret-name.ts';
