/** The versions of Countersign and of what it runs on. */
export interface AppInfo {
  readonly version: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
  readonly platform: string
  readonly testRuntime: boolean
}
