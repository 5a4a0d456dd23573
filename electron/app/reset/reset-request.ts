import { RESET_LEVELS, type ResetLevel } from '../../../shared/domain/app/reset.js'

/**
 * The name of the request for the next start, in the data folder. Apart from its reader, which a
 * start without a request does not load.
 */
export const RESET_FILE = 'reset-request.json'
/** The switch that resets before the window opens: "--reset=layout". */
export const RESET_SWITCH = '--reset='

/** Returns the level of the command line; null without the switch, `unknown` for another word. */
export function resetSwitch(argv: readonly string[]): ResetLevel | 'unknown' | null {
  const given = argv.find((argument) => argument.startsWith(RESET_SWITCH))
  if (given === undefined) return null
  const word = given.slice(RESET_SWITCH.length)
  return RESET_LEVELS.find((level) => level === word) ?? 'unknown'
}
