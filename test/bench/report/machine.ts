import { cpus } from 'node:os'

/** Returns a number of cores as text, by default the number of this machine. */
export const coresText = (cores: number = cpus().length): string =>
  `${cores} ${cores === 1 ? 'core' : 'cores'}`

/**
 * Whether the windows of this run are on a screen in memory, where no graphics card draws. False
 * where that is not known.
 */
export const isScreenInMemory = (): boolean =>
  process.env['XAUTHORITY']?.includes('xvfb-run') ?? false
