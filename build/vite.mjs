import { readFileSync, realpathSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { UPDATE_SOURCE } from './bundles.mjs'
import { ROOT } from './lib/paths.mjs'
import { asciiOnly } from './lib/ascii-only.mjs'
import { lateFastPath } from './lib/late-fast-path.mjs'
import { thirdPartyNotices } from './licences.mjs'

/** The oldest supported runtime: Electron 25 (Node 18.15, Chromium 114). */
const NODE_TARGET = 'node18'
const PAGE_TARGET = 'chrome114'

/**
 * The panels in front of the default workspace. Their code is one file, because the main process
 * answers the requests of a start one after another and is busy meanwhile.
 */
export const FRONT_PANELS = ['watchlist', 'chart', 'positions', 'ticket', 'depth']

/** The pages, and the modules that each loads as one file with what they import. */
const PAGES = [
  {
    page: 'index.html',
    groups: [
      // Apart, so that the script that imports the window does not wait for it.
      { name: 'loader', test: /preload-helper|rolldown[\\/]runtime/, priority: 3 },
      { name: 'window', test: /[\\/]renderer[\\/]main\.tsx$/, priority: 2 },
      {
        name: 'front-panels',
        test: new RegExp(`[\\\\/]panels[\\\\/](${FRONT_PANELS.join('|')})[\\\\/]\\1-panel\\.tsx$`),
        priority: 1,
      },
    ],
  },
  // The confirm window's page is small and loads nothing of the main window's.
  {
    page: 'confirm.html',
    groups: [{ name: 'confirm', test: /[\\/]renderer[\\/]confirm[\\/]main\.tsx$/, priority: 1 }],
  },
]

/** @typedef {'product' | 'debug'} Mode `debug` keeps names and adds source maps */

/**
 * Returns the configurations that build a bundle, one after another into the same empty folder.
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {string} outDir
 * @param {Mode} mode
 * @returns {import('vite').InlineConfig[]}
 */
export function viteConfigs(bundle, outDir, mode) {
  return bundle.name === 'renderer'
    ? PAGES.map((page) => pageConfig(bundle, page, outDir, mode))
    : [nodeConfig(bundle, outDir, mode)]
}

/**
 * Returns the configuration of a CommonJS bundle for Electron's main process, a sandboxed preload,
 * or plain Node. All npm packages are bundled in.
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {string} outDir
 * @param {Mode} mode
 * @returns {import('vite').InlineConfig}
 */
function nodeConfig(bundle, outDir, mode) {
  return {
    ...common(mode),
    // Source maps of the debug build would not match any more.
    plugins: mode === 'debug' ? [] : [lateFastPath(), asciiOnly()],
    define: {
      ...common(mode).define,
      UPDATE_SOURCE: readFileSync(join(ROOT, UPDATE_SOURCE), 'utf8'),
    },
    root: ROOT,
    publicDir: false,
    // Otherwise the browser variants of packages would be chosen.
    resolve: {
      conditions: ['node', 'module', 'import', 'default'],
      mainFields: ['module', 'main'],
    },
    ssr: { noExternal: true },
    build: {
      ...output(outDir, mode),
      target: NODE_TARGET,
      // Not minified: stack traces in logs stay readable.
      minify: false,
      ssr: join(ROOT, bundle.entry),
      rollupOptions: {
        external: ['electron', 'original-fs', ...builtinModules, /^node:/],
        output: {
          format: 'cjs',
          // The process holds the text of its bundles in memory.
          comments: { legal: true, annotation: mode === 'debug', jsdoc: mode === 'debug' },
          entryFileNames: basename(bundle.output),
          chunkFileNames: 'chunks/[name]-[hash].cjs',
          // A sandboxed preload cannot require files, and the bridge must be one file. The others
          // load parts late that a start does not need.
          codeSplitting: ['main', 'practice', 'tests'].includes(bundle.name),
        },
      },
    },
  }
}

/**
 * Returns the configuration of a page's static files for the `app://` scheme: no inline script or
 * style, only relative addresses.
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {(typeof PAGES)[number]} page
 * @param {string} outDir
 * @param {Mode} mode
 * @returns {import('vite').InlineConfig}
 */
function pageConfig(bundle, { page, groups }, outDir, mode) {
  return {
    ...common(mode),
    root: join(ROOT, dirname(bundle.entry)),
    base: '/',
    plugins: [react(), thirdPartyNotices()],
    build: {
      ...output(outDir, mode),
      target: PAGE_TARGET,
      cssTarget: PAGE_TARGET,
      minify: mode === 'product',
      // A data: address would need an exception in the content security policy.
      assetsInlineLimit: 0,
      // Chromium 114 does not need the polyfill.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1500,
      rollupOptions: {
        input: join(ROOT, dirname(bundle.entry), page),
        output: { codeSplitting: { groups } },
      },
    },
  }
}

/**
 * Returns the configuration of the server that the windows of `npm run dev` load their pages from.
 * @param {number} port
 * @param {string} nonce of the scripts and styles that the server adds to a page
 * @returns {import('vite').InlineConfig}
 */
export const pageServerConfig = (port, nonce) => ({
  ...common('debug'),
  root: join(ROOT, 'renderer'),
  publicDir: false,
  plugins: [react(), thirdPartyNotices()],
  html: { cspNonce: nonce },
  optimizeDeps: { entries: PAGES.map(({ page }) => page) },
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // The page's own address has its scheme and no port. Errors are printed: the overlay would need
    // an exception from trusted types.
    hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port, overlay: false },
    // Packages can be linked from elsewhere.
    fs: { allow: [ROOT, realpathSync(join(ROOT, 'node_modules'))] },
  },
})

/**
 * @param {Mode} mode
 * @returns {import('vite').InlineConfig}
 */
function common(mode) {
  return {
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    mode: mode === 'product' ? 'production' : 'development',
    cacheDir: join(ROOT, '.cache', 'vite'),
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode === 'product' ? 'production' : 'development'),
    },
  }
}

/**
 * @param {string} outDir
 * @param {Mode} mode
 */
function output(outDir, mode) {
  return { outDir, emptyOutDir: false, sourcemap: mode === 'debug', reportCompressedSize: false }
}
