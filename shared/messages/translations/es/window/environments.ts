import type { Environment } from '../../../../domain/environment.js'

/** The names of the environments, in Spanish; production is in capitals so that it stands out. */
export const environmentLabelsEs: Readonly<Record<Environment, string>> = {
  practice: 'Práctica',
  sandbox: 'Sandbox',
  production: 'PRODUCCIÓN',
}
