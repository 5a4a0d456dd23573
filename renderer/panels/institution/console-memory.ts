import type {
  ConsoleField,
  ConsoleFields,
  ConsoleRecord,
} from '../../../shared/domain/institution/institution-view.js'

/** The ids of the records that the person opened last, by their name; until the window closes. */
const ids = new Map<string, string>()

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Remembers the ids of a record or of what was entered, so that the next form has them. */
export function rememberIds(record: ConsoleRecord): void {
  for (const [path, value] of Object.entries(record)) {
    const name = nameOf(path)
    if (name.endsWith('_id') || name.endsWith('_code')) ids.set(name, value)
  }
}

/** Returns the fields of a form as they begin: with the remembered ids. */
export const initialFields = (fields: readonly ConsoleField[]): ConsoleFields =>
  Object.fromEntries(
    fields.flatMap(({ path, filled, choices }) => {
      const known = filled ? undefined : ids.get(nameOf(path))
      const [only] = choices.length === 1 ? choices : []
      const value = known === undefined || mismatches(choices, known) ? only : known
      return value === undefined ? [] : [[path, value]]
    }),
  )

const mismatches = (choices: readonly string[], value: string): boolean =>
  choices.length > 0 && !choices.includes(value)
