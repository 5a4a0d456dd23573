import { z } from 'zod'
import { BAR_SESSIONS, type BarSession } from '../domain/market/bar.js'
import { W_TRADING_SESSIONS } from './enums.js'

type Word = (typeof W_TRADING_SESSIONS)[number]

/** MARKET-1: the values of `trading_sessions`. */
const WIRE_SESSIONS: Readonly<Record<BarSession, Word>> = {
  pre: 'PRE',
  regular: 'RTH',
  post: 'ATH',
  overnight: 'OVN',
}
const ONE = W_TRADING_SESSIONS.join('|')

/** A list of sessions in the form of tools and of the wire: "PRE,RTH". */
export const zSessionList = z
  .string()
  .max(40)
  .regex(new RegExp(`^(${ONE})(,(${ONE}))*$`), 'PRE, RTH, ATH or OVN, separated by commas')

export const sessionList = (sessions: readonly BarSession[]): string =>
  sessions.map((session) => WIRE_SESSIONS[session]).join(',')

/**
 * Returns the sessions of a list that passed {@link zSessionList}, each once, in the order of the
 * day.
 */
export function sessionsOf(list: string): readonly BarSession[] {
  const names = new Set(list.split(','))
  return BAR_SESSIONS.filter((session) => names.has(WIRE_SESSIONS[session]))
}
