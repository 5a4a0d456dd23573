/** The parts of the runtime whose licenses are files beside the program. */
export const RUNTIME_LICENCES = ['electron', 'chromium'] as const
export type RuntimeLicence = (typeof RUNTIME_LICENCES)[number]

/** The versions of Countersign and of what it runs on. */
export interface AppInfo {
  readonly version: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
  readonly platform: string
  readonly testRuntime: boolean
}
