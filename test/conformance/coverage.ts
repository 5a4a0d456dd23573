import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import index from '../vectors/contract-index.json' with { type: 'json' }

/** What the suite has shown for one operation. */
export interface CoverageRow {
  readonly family: string
  readonly key: string
  covered: boolean
  refusals: number
}

/** Every published operation, HTTP and streams. */
export const CONTRACT: readonly {
  readonly family: string
  readonly name: string
  readonly method: string
  readonly path: string
}[] = index.operations

/** Counts what the suite has shown; `npm run conformance` prints its table from this. */
export class Coverage {
  readonly #rows = new Map<string, CoverageRow>(
    CONTRACT.map(({ family, method, path }) => [
      `${method} ${path}`,
      { family, key: `${method} ${path}`, covered: false, refusals: 0 },
    ]),
  )

  happy(key: string): void {
    const row = this.#rows.get(key)
    if (row !== undefined) row.covered = true
  }

  refused(key: string): void {
    const row = this.#rows.get(key)
    if (row !== undefined) row.refusals += 1
  }

  /** Returns the published operations without a valid call or without a refusal. */
  gaps(): readonly string[] {
    return [...this.#rows.values()]
      .filter((row) => !row.covered || row.refusals === 0)
      .map(({ key }) => key)
  }

  write(seconds: number): void {
    const file = fileURLToPath(new URL('../../test-results/conformance.json', import.meta.url))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ seconds, rows: [...this.#rows.values()] }))
  }
}
