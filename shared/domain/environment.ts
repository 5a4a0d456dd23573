/**
 * The environments that orders go to. They never mix: sessions, tokens, journals, hosts and storage
 * roots are separate for each (REL-37).
 */
export const ENVIRONMENTS = ['practice', 'sandbox', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** The display name of each environment; production is in capitals so that it stands out. */
export const ENVIRONMENT_LABELS: Record<Environment, string> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'PRODUCTION',
}
