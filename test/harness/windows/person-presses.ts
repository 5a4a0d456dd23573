import type { WindowPresses } from '../../../electron/app/ipc/window-presses.js'

/** A person who presses before every call, for tests of what comes after. */
export const PERSON_PRESSES: Pick<WindowPresses, 'use' | 'proven'> = {
  use: () => 'observed',
  proven: () => undefined,
}
