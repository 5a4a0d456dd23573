import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('./fpm-arguments.mjs').PackageRequest} PackageRequest */

/** How a payload is compressed; one thread, because more give other bytes. */
const PAYLOAD = { gzip: 'w1.gzdio', small: 'w10.zstdio' }

/**
 * Makes an rpm package of a laid-out tree.
 * @param {string} tree
 * @param {string} work a folder for the builder's own files
 * @param {PackageRequest} request
 */
export function makeRpm(tree, work, request) {
  const spec = join(work, 'package.spec')
  writeFileSync(spec, specText(request))
  const top = join(work, 'rpm')
  mkdirSync(top)
  const define = (/** @type {string} */ name, /** @type {string} */ value) => [
    '--define',
    `${name} ${value}`,
  ]
  execFileSync(
    'rpmbuild',
    [
      '-bb',
      '--quiet',
      ...define('_topdir', top),
      ...define('_rpmdir', join(work, 'made')),
      ...define('_build_id_links', 'none'),
      ...define('_buildhost', 'localhost'),
      ...define('use_source_date_epoch_as_buildtime', '1'),
      ...define('clamp_mtime_to_source_date_epoch', '1'),
      ...define('_source_payload', PAYLOAD.gzip),
      ...define('_binary_payload', request.compression === 'gzip' ? PAYLOAD.gzip : PAYLOAD.small),
      ...define('tree', tree),
      '--target',
      request.architecture,
      spec,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const folder = join(work, 'made', request.architecture)
  const [name = ''] = readdirSync(folder)
  copyFileSync(join(folder, name), request.output)
}

/** The program that runs a script is its interpreter. @param {string} file */
const script = (file) => readFileSync(file, 'utf8').replace(/^#!.*\n/, '')

/**
 * Returns the spec of an rpm package. Its files are taken as they are: they are another builder's
 * binaries, which nothing here may strip or change.
 * @param {PackageRequest} request
 */
export function specText(request) {
  const tags = [
    ['Name', request.name],
    ['Version', request.version],
    ['Release', '1'],
    ['Summary', (request.description.trim().split('\n')[0] ?? '').trim()],
    ['License', request.license],
    ['Vendor', request.vendor],
    ['Packager', request.maintainer],
    ['URL', request.url],
    ['AutoReqProv', 'no'],
    ...request.depends.map((name) => ['Requires', name]),
    ...request.conflicts.map((name) => ['Conflicts', name]),
  ]
  const [program = ''] = request.files.flatMap(([from, to]) => (from.endsWith('/') ? [to] : []))
  const files = request.files.filter(([from]) => !from.endsWith('/')).map(([, to]) => to)
  return `${tags.map(([name, value]) => `${name}: ${value}`).join('\n')}

%global debug_package %{nil}
%global __os_install_post %{nil}

%description
${request.description.trim()}

%install
mkdir -p %{buildroot}
cp -al %{tree}/. %{buildroot}/

%post
${script(request.afterInstall)}
%postun
${script(request.afterRemove)}
%files
%defattr(-,root,root,-)
${program}
/usr/bin/countersign
${files.join('\n')}
`
}
