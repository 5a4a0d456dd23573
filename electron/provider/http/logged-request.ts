import type { LoggedRequest } from '../../../shared/domain/session/request-log.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Attempt } from './caller.js'
import { messageSummary, paramsSummary } from './request-summary.js'

/** Converts an attempt to what may be shown of it. */
export function loggedRequest(
  { operation, params, latencyMs, failure, rows }: Attempt,
  now: EpochMs,
): Omit<LoggedRequest, 'number'> {
  return {
    time: now,
    operation: operation.id,
    method: operation.method,
    host: operation.host,
    path: operation.path,
    params: paramsSummary(operation.family, params),
    status: failure === null ? 200 : failure.status,
    failure: failure === null ? null : { class: failure.class, code: failure.code },
    brokerCode: failure?.providerCode ?? null,
    message: failure === null ? null : messageSummary(failure.message),
    rows,
    latencyMs: Math.round(latencyMs),
  }
}
