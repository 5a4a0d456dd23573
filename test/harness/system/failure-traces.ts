import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The most lines of a page's content, and of a program's log, that are printed. */
const PAGE_LINES = 220
const LOG_LINES = 40
/**
 * The log is printed from this time before the test, because the cause may be older than the test.
 */
const BEFORE_MS = 10_000

/**
 * Describes a failed test beyond its message: the logs of the programs that ran, and the final
 * content of their windows. Without this a failure on a remote machine could not be diagnosed.
 * `folder` has a `.log` and a `.page` file of every program that the tests ran.
 */
export function failureTraces(from: number, durationMs: number, folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .sort()
    .flatMap((file) => {
      const lines = readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => {
          const time = Date.parse(/^\{"at":"([^"]+)"/.exec(line)?.[1] ?? '')
          return time >= from - BEFORE_MS && time <= from + durationMs
        })
      if (lines.length === 0) return []
      const name = basename(file, '.log')
      const omitted = lines.length - LOG_LINES
      return [
        `# Log of ${name}`,
        ...(omitted > 0 ? [moreLines(omitted)] : []),
        ...lines.slice(-LOG_LINES),
        ...windowsOf(name, folder),
      ]
    })
}

/** Returns the content of a program's windows at the end. */
function windowsOf(name: string, folder: string): readonly string[] {
  const page = join(folder, `${name}.page`)
  if (!existsSync(page)) return []
  const lines = readFileSync(page, 'utf8').split('\n')
  const omitted = lines.length - PAGE_LINES
  return [
    `# Windows of ${name} at the end`,
    ...lines.slice(0, PAGE_LINES),
    ...(omitted > 0 ? [moreLines(omitted)] : []),
  ]
}

const moreLines = (count: number): string => `… ${count} more lines`
