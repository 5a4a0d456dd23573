/**
 * What `import … from 'electron'` means on plain Node: nothing.
 * A unit test that needs a piece of Electron passes its own through `vi.mock('electron', …)`.
 */
export default {}
