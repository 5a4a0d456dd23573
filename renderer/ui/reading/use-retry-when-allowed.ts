import { useEffect, useRef } from 'react'
import type { AppError } from '../../../shared/domain/app/app-error.js'

/** Added to the wait, because main and this page measure it with two clocks. */
const MARGIN_MS = 200
/** After a refusal that names no time; main knows it by then, and refuses with it. */
const UNNAMED_MS = 1_000

/**
 * Returns the time until the broker's limit allows another request, in ms; null for an error of
 * another kind.
 */
export function limitDelayMs(error: AppError | null): number | null {
  if (error === null || error.class !== 'rate' || error.retry === 'never') return null
  return error.retry === 'safe' ? UNNAMED_MS : error.retry.afterMs + MARGIN_MS
}

/**
 * Calls `retry` once the broker's limit allows another request. Other errors are left to the
 * person.
 */
export function useRetryWhenAllowed(error: AppError | null, retry: () => void): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    const delayMs = limitDelayMs(error)
    if (delayMs === null) return undefined
    const timer = setTimeout(() => latest.current(), delayMs)
    return () => clearTimeout(timer)
  }, [error])
}
