import { describe, expect, it } from 'vitest'
import { debianChangelog } from '../../../../build/packaging/documents.mjs'
import { identityOf } from '../../../../build/packaging/identity.mjs'
import { completeSbom } from '../../../../build/packaging/sbom.mjs'
import { fourNumbers } from '../../../../build/packaging/windows/installer.mjs'

const identity = identityOf({ testRuntime: false, env: { SOURCE_DATE_EPOCH: '1700000000' } })

describe('the list of parts (SBOM)', () => {
  const npm = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: 'now', component: { 'bom-ref': 'a', name: 'folder', version: '0' } },
    components: [{ 'bom-ref': 'zod@4.6.7' }, { 'bom-ref': 'big.js@7.0.1' }],
  }
  const runtime = { electron: '45.4.1', chromium: '150.0.1.2', node: '24.1.0' }

  it('has the runtime beside the libraries', () => {
    const refs = completeSbom(npm, identity, runtime)['components'].map(
      (part: Record<string, string>) => part['bom-ref'],
    )
    expect(refs).toEqual([
      'big.js@7.0.1',
      'chromium@150.0.1.2',
      'electron@45.4.1',
      'ffmpeg@150.0.1.2',
      'node@24.1.0',
      'zod@4.6.7',
    ])
  })

  it('is the same for two builds of a commit', () => {
    const other = { ...npm, serialNumber: 'urn:uuid:2' }
    other.metadata = { ...npm.metadata, timestamp: 'later' }
    const component = { ...npm.metadata.component, name: 'another-folder' }
    other.metadata.component = component
    expect(completeSbom(other, identity, runtime)).toEqual(completeSbom(npm, identity, runtime))
  })
})

describe('the changelog of a Debian package', () => {
  it('has the newest section, as Debian writes it', () => {
    const changes =
      '# Changelog\n\n## Next\n\n### Trading\n- A leg can be\n  added.\n- B.\n\n## Old\n- C.\n'
    expect(debianChangelog(changes, identity)).toBe(
      `countersign (${identity.version}) unstable; urgency=medium

  * A leg can be added.
  * B.

 -- The Countersign project <support@countersign.example>  Tue, 14 Nov 2023 22:13:20 +0000
`,
    )
  })
})

describe('a version on Windows', () => {
  it('has four numbers', () => {
    expect(fourNumbers('0.1.0')).toBe('0.1.0.0')
    expect(fourNumbers('1.2.3-beta.4')).toBe('1.2.3.4')
  })
})
