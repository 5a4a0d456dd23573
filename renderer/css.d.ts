/** Style sheets are imported for their effect; the bundler makes files of them. */
declare module '*.css'

/** Written by the build from the lockfile (build/licences.mjs). */
declare module 'virtual:third-party' {
  export const thirdParty: readonly {
    readonly name: string
    readonly version: string
    readonly licence: string
    readonly text: string
  }[]
}
