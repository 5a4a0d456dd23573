import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { zReplay, type Replay } from '../../../shared/practice/replay.js'
import { jsonOf } from './state-file.js'

/**
 * Reads what an exchange replays. A file that cannot be read is set aside (its new name contains
 * `now`), and is an error for the person: another market in its place would show other prices under
 * the name of a recorded day.
 */
export async function readReplay(file: string, now: number): Promise<Result<Replay, string>> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return err(missingText(path.basename(file)))
  const parsed = zReplay.safeParse(jsonOf(text))
  if (parsed.success) return ok(parsed.data)
  const aside = `${path.basename(file)}.corrupt-${now}`
  await rename(file, path.join(path.dirname(file), aside))
  return err(damagedText(aside))
}

const missingText = (name: string): string =>
  `This profile replays a recorded day, and its recording (${name}) is missing. Replay the day again from the profile in which you chose it, then remove this one.`

const damagedText = (aside: string): string =>
  `This profile replays a recorded day, and its recording could not be read. It was set aside as ${aside}. Replay the day again from the profile in which you chose it, then remove this one.`
