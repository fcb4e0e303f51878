/**
 * Copies map files into `public/` that no bundler can place: MapLibre's worker (Turbopack does not find it: maplibre
 * #8126), the vector tiles of central Chicago, and an overview of those tiles for lower zooms. Run before `next build`
 * and `next dev`: `node web/prepare-assets.mjs`. Safe to repeat.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const publicFolder = join(dirname(fileURLToPath(import.meta.url)), 'public')

const maplibre = require.resolve('maplibre-gl/package.json')
const workerFolder = join(publicFolder, 'maplibre')
mkdirSync(workerFolder, { recursive: true })
cpSync(
  join(dirname(maplibre), 'dist', 'maplibre-gl-worker.mjs'),
  join(workerFolder, 'maplibre-gl-worker.mjs'),
)

const tileSource = join(
  dirname(require.resolve('@mapbox/mvt-fixtures/package.json')),
  'real-world',
  'chicago',
)
const tileFolder = join(publicFolder, 'tiles', 'chicago')
mkdirSync(tileFolder, { recursive: true })
const tiles = readdirSync(tileSource).filter((name) => /^13-\d+-\d+\.mvt$/.test(name))
for (const name of tiles) cpSync(join(tileSource, name), join(tileFolder, name))

// The bundled tiles have only zoom 13. Further out, MapLibre would show nothing, so the large shapes go into one small
// file.
const fromMaplibre = createRequire(maplibre)
const load = (name) => import(pathToFileURL(fromMaplibre.resolve(name)).href)
const { VectorTile } = await load('@mapbox/vector-tile')
const { PbfReader } = await load('pbf')

const wanted = {
  water: () => true,
  landuse: (p, size) => p.class === 'park' && size > 60_000,
  road: (p) => ['motorway', 'trunk', 'primary', 'secondary'].includes(p.class),
}
const round = (ring) =>
  typeof ring[0] === 'number' ? ring.map((n) => Math.round(n * 1e4) / 1e4) : thin(ring.map(round))
const thin = (points) =>
  points.filter((p, i) => typeof p[0] !== 'number' || i === 0 || String(p) !== String(points[i - 1]))
const boxSize = (feature) => {
  const [left, top, right, bottom] = feature.bbox()
  return (right - left) * (bottom - top)
}

const features = []
for (const name of tiles) {
  const [, x, y] = /^13-(\d+)-(\d+)/.exec(name).map(Number)
  const tile = new VectorTile(new PbfReader(readFileSync(join(tileSource, name))))
  for (const [layer, keep] of Object.entries(wanted)) {
    const source = tile.layers[layer]
    for (let i = 0; source && i < source.length; i++) {
      const feature = source.feature(i)
      if (!keep(feature.properties, boxSize(feature))) continue
      const { geometry } = feature.toGeoJSON(x, y, 13)
      if (geometry.type === 'Point' || geometry.type === 'MultiPoint') continue
      features.push({
        type: 'Feature',
        properties: { layer, class: feature.properties.class ?? '' },
        geometry: { type: geometry.type, coordinates: round(geometry.coordinates) },
      })
    }
  }
}
writeFileSync(join(tileFolder, 'overview.json'), JSON.stringify({ type: 'FeatureCollection', features }))
process.stdout.write(
  `web assets: worker, ${tiles.length} tiles and an overview of ${features.length} shapes\n`,
)
