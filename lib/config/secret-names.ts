/** For the stack, which knows the names of secrets and nothing else of them. */
export { readSecretName, type SecretName } from '../platform/secret-name.ts';
