import { readFile } from 'node:fs/promises'
import { zReplay, type Replay } from '../../../shared/practice/replay.js'

/**
 * Reads what an exchange replays. Throws when the file cannot be read: another market in its place
 * would show other prices under the name of a recorded day.
 */
export async function readReplay(file: string): Promise<Replay> {
  const parsed = zReplay.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!parsed.success) throw new Error(`The replay in ${file} cannot be read.`)
  return parsed.data
}
