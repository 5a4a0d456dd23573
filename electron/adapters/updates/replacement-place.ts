import path from 'node:path'

/** What lies beside the program during an update has a name that begins so. */
const STAGE_PREFIX = '.countersign-update-'

export const isStaged = (name: string): boolean => name.startsWith(STAGE_PREFIX)

/** Where a program that replaces itself is, and what lies beside it. All are full paths. */
export interface ReplacementPlace {
  readonly format: 'appimage' | 'tar.gz'
  /** What is replaced: the AppImage, or the folder of the unpacked archive. */
  readonly target: string
  /** The version before, after a replacement. */
  readonly previous: string
  /** The file that starts the program; within `target`, or `target` itself. */
  readonly executable: string
}

/** The folder beside the program, which a replacement writes to. */
export const placeFolder = ({ target }: ReplacementPlace): string => path.dirname(target)

/** The file that a download fills. */
export const downloadPath = (place: ReplacementPlace): string =>
  path.join(placeFolder(place), `${STAGE_PREFIX}download`)

/** The complete new version: a file or a folder. */
export const preparedPath = (place: ReplacementPlace): string =>
  path.join(placeFolder(place), `${STAGE_PREFIX}ready`)

/** What is left of a version that was replaced; removed by the next update. */
export const replacedPath = (place: ReplacementPlace): string =>
  path.join(placeFolder(place), `${STAGE_PREFIX}old`)

const PREVIOUS = '.previous'

/**
 * Returns where the program is; null where that is not what its format says.
 * @param appImage the file of a mounted AppImage (the variable `APPIMAGE`); undefined without
 * @param executable the file that runs
 */
export function replacementPlace(
  format: string,
  appImage: string | undefined,
  executable: string,
): ReplacementPlace | null {
  if (format === 'appimage') {
    if (appImage === undefined || !path.isAbsolute(appImage)) return null
    const previous = `${appImage}${PREVIOUS}`
    return { format, target: appImage, previous, executable: appImage }
  }
  if (format !== 'tar.gz') return null
  const target = path.dirname(executable)
  // A program in the root of a disk has no place beside it.
  if (path.dirname(target) === target) return null
  return { format, target, previous: `${target}${PREVIOUS}`, executable }
}
