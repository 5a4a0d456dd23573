import { MINUTE_MS } from './time.js'
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

/** By how much the sandbox's market data is late (nobody publishes it; commonly 15 minutes). */
export const SANDBOX_DELAY_MS = 15 * MINUTE_MS

/**
 * Returns by how much an environment's market data may be late, in ms. A sandbox whose account pays
 * for real-time data has none of it.
 */
export const dataDelayMs = (environment: Environment): number =>
  environment === 'sandbox' ? SANDBOX_DELAY_MS : 0
