import { performance } from 'node:perf_hooks'
import { epochMs } from '../../shared/domain/time.js'
import type { ClockPort } from '../core/ports.js'

/** The computer's clocks. */
export const systemClock: ClockPort = {
  now: () => epochMs(Date.now()),
  monotonic: () => performance.now(),
}
