import { parseArgs } from 'node:util'
import { UserError } from './terminal.mjs'

/**
 * Reads the arguments of a command; what is wrong with them is a sentence for the person.
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} command as the person writes it
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 */
export function readOptions(command, config) {
  try {
    return parseArgs(config)
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UserError(`${reason}. ${command} -- --help lists the options.`)
  }
}

/**
 * Returns the number after an option.
 * @param {string} name
 * @param {string | undefined} text
 * @param {number} fallback without the option
 * @param {number} [min] the smallest number that the option takes
 */
export function wholeNumber(name, text, fallback, min = 1) {
  const value = text === undefined ? fallback : Number(text)
  if (Number.isSafeInteger(value) && value >= min) return value
  throw new UserError(`${name} needs a whole number of at least ${min}.`)
}
