/**
 * Where orders go. The three never mix: sessions, tokens, journals, hosts and storage roots are
 * parametrised by it
 * (architecture section 2).
 */
export const ENVIRONMENTS = ['practice', 'sandbox', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** The word that a person sees for each environment; production is shouted on purpose. */
export const ENVIRONMENT_LABELS: Record<Environment, string> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'PRODUCTION',
}
