import type { Exposure } from '../../../shared/domain/app/exposure.js'

/** Returns the present exposures. */
export type Exposures = () => readonly Exposure[]
