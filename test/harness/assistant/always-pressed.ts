import type { PressEvidence } from '../../../electron/core/instructions/confirm/press-evidence.js'

/** The evidence of a person who presses approve before each decision of a test without windows. */
export const ALWAYS_PRESSED: PressEvidence = { use: () => 'observed', observe: () => undefined }
