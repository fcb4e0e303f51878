import { aFeature, aFile, aSquare } from '@openspot/core/testing/lot-files.ts'
import { expect, test } from 'vitest'
import { formatOutcomes } from './outcomes.ts'
import { readFeatures } from './read-features.ts'

test('the table has a line for each property, outcome, and reason, with the number of lots', () => {
  const features = readFeatures(
    aFile(
      aSquare(1, { capacity: '5', lit: 'yes' }),
      aSquare(2, { capacity: '~5', lit: 'no' }),
      aSquare(3, {}),
      aFeature({ type: 'LineString', coordinates: [[0, 0]] }),
    ),
  )
  expect(formatOutcomes(features.flatMap(({ outcomes }) => outcomes))).toBe(
    [
      'outcome  property         lots  reason',
      'refused  the feature         1  It is a LineString; a lot must be a Point, a Polygon, or a MultiPolygon.',
      'ignored  lit                 2  Openspot has no place for it.',
      'guessed  capacity            1  The number is approximate.',
      'guessed  number of spots     1  As many as fit into the outline.',
      'taken    capacity            1',
    ].join('\n'),
  )
})
