import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { isNewerContent } from '../../files/content-version.js'
import type { DocumentPort, FileError } from '../../ports.js'

/** The two places of a halt, and how to recognize one. */
export interface HaltPlaces {
  /** The file in the folder of the state. */
  readonly first: DocumentPort
  /** A second file outside that folder, whose space is reserved. */
  readonly second: DocumentPort
  /** Returns whether the text says that there is a halt; throws for a text that is not ours. */
  readonly isHalt: (text: string) => boolean
  /** The newest version of its content that this program knows. */
  readonly version: number
}

/** What a place says: a halt, none, nothing (no file), or that it is damaged. */
type Reading =
  | { readonly says: 'halt' | 'none'; readonly text: string }
  | { readonly says: 'nothing' }
  | { readonly says: 'damaged'; readonly text: string | null; readonly error: FileError }

async function readPlace(
  place: DocumentPort,
  { isHalt, version }: Pick<HaltPlaces, 'isHalt' | 'version'>,
): Promise<Reading> {
  const content = await place.read()
  if (!content.ok) return { says: 'damaged', text: null, error: content.error }
  if (content.value === null) return { says: 'nothing' }
  if (isNewerContent(content.value, version)) {
    return { says: 'damaged', text: null, error: { kind: 'newer', message: 'newer' } }
  }
  try {
    return { says: isHalt(content.value) ? 'halt' : 'none', text: content.value }
  } catch {
    // The content is kept beside the error, which names the damage.
    const error: FileError = { kind: 'damaged', message: 'damaged' }
    return { says: 'damaged', text: content.value, error }
  }
}

/** True for a place whose content may not be replaced: it cannot be read now, or only later. */
const isUnread = (reading: Reading): boolean =>
  reading.says === 'damaged' && reading.text === null && reading.error.kind !== 'damaged'

/** Moves the damaged place away, when the other one is intact: the next write would replace it. */
async function setAsideDamaged(
  places: readonly DocumentPort[],
  readings: readonly Reading[],
): Promise<void> {
  if (readings.every(({ says }) => says !== 'halt' && says !== 'none')) return
  for (const [index, reading] of readings.entries()) {
    if (reading.says === 'damaged' && reading.error.kind === 'damaged') {
      await places[index]?.setAside()
    }
  }
}

/**
 * Combines two places into one document: a halt in either counts. A halt is stored when one place
 * has it; its end is stored only when both have it, because the other would bring the halt back.
 */
export const inTwoPlaces = (places: HaltPlaces): DocumentPort => new TwoPlaces(places)

class TwoPlaces implements DocumentPort {
  readonly #places: HaltPlaces

  constructor(places: HaltPlaces) {
    this.#places = places
  }

  async read(): Promise<Result<string | null, FileError>> {
    const { first, second } = this.#places
    const readings = [await readPlace(second, this.#places), await readPlace(first, this.#places)]
    await setAsideDamaged([second, first], readings)
    // The second place is written first, so of two halts it has the newer one.
    const halt = readings.find(({ says }) => says === 'halt')
    if (halt?.says === 'halt') return ok(halt.text)
    const none = readings.find(({ says }) => says === 'none')
    if (none?.says === 'none') return ok(none.text)
    const damaged = readings.find(({ says }) => says === 'damaged')
    if (damaged?.says !== 'damaged') return ok(null)
    return damaged.text === null ? err(damaged.error) : ok(damaged.text)
  }

  async write(text: string): Promise<Result<void, FileError>> {
    const { first, second, isHalt } = this.#places
    if (!isHalt(text)) return this.#end(text)
    const results = [await this.#writeTo(second, text), await this.#writeTo(first, text)] as const
    return results.find(({ ok: stored }) => stored) ?? results[0]
  }

  /** Writes to a place, unless what is in it could not be read (REL-38). */
  async #writeTo(place: DocumentPort, text: string): Promise<Result<void, FileError>> {
    const reading = await readPlace(place, this.#places)
    return reading.says === 'damaged' && isUnread(reading) ? err(reading.error) : place.write(text)
  }

  /**
   * Ends a halt: the places that hold it are written last, so that it lasts until every place has
   * its end. Where one refuses, the halt is written again.
   */
  async #end(text: string): Promise<Result<void, FileError>> {
    const { first, second } = this.#places
    const readings = await Promise.all(
      [first, second].map(async (place) => ({
        place,
        reading: await readPlace(place, this.#places),
      })),
    )
    const holds = ({ reading }: (typeof readings)[number]): boolean => reading.says === 'halt'
    const ordered = [...readings.filter((entry) => !holds(entry)), ...readings.filter(holds)]
    for (const { place } of ordered) {
      const written = await this.#writeTo(place, text)
      if (written.ok) continue
      const halt = readings.findLast(holds)?.reading
      if (halt?.says === 'halt') await this.write(halt.text)
      return written
    }
    return ok(undefined)
  }

  async setAside(): Promise<Result<string, FileError>> {
    const { first, second } = this.#places
    const [moved, other] = [await first.setAside(), await second.setAside()]
    return moved.ok ? moved : other
  }

  async remove(): Promise<Result<void, FileError>> {
    const { first, second } = this.#places
    const results = [await first.remove(), await second.remove()]
    return results.find(({ ok: removed }) => !removed) ?? ok(undefined)
  }
}
