import { updateAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { replaceGuidanceSettingsRoute } from '@openspot/contract/booking/price-guidance.ts'
import {
  createCalendarPriceRoute,
  listPricePeriodsRoute,
  updateCalendarPriceRoute,
} from '@openspot/contract/booking/prices.ts'
import { address } from '@openspot/contract/call.ts'
import { createAssignmentRoute, deleteAssignmentRoute } from '@openspot/contract/lots/assignments.ts'
import { setLogoRoute, uploadMapImageRoute } from '@openspot/contract/lots/files.ts'
import { getLongerOfferRoute } from '@openspot/contract/lots/longer-offer.ts'
import { exportLotRoute, importLotRoute } from '@openspot/contract/lots/lot-export.ts'
import { readLotFileRoute } from '@openspot/contract/lots/lot-files.ts'
import {
  addLotPhotoRoute,
  listLotPhotosRoute,
  replaceLotPhotosRoute,
} from '@openspot/contract/lots/lot-photos.ts'
import { importSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { searchLotSpotsRoute, searchRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { createRedirectRoute } from '@openspot/contract/lots/redirects.ts'
import { deleteSpotRoute } from '@openspot/contract/lots/spots.ts'
import { usualBounds } from '@openspot/core/price-guidance/limits.ts'
import { aFile, aSquare } from '@openspot/core/testing/lot-files.ts'
import type { TestApi } from '../api.ts'
import { pictureForm } from '../factories/files.ts'
import { aLot } from '../factories/lots.ts'
import { aMember } from '../factories/people.ts'
import { twoHours } from '../factories/reservations.ts'
import { aPlatformAdmin, type ExactRequests } from './exact.ts'

const picture = async () => ({ body: await pictureForm() })
const tomorrow = (api: TestApi) => twoHours(api, 24)

export const requestsOfPlaces: ExactRequests = [
  [setLogoRoute, picture],
  [addLotPhotoRoute, picture],
  [
    replaceLotPhotosRoute,
    async (api, { lot: { lot_id } }) => {
      const { version } = await api.call(
        listLotPhotosRoute,
        { params: { lot_id } },
        await aPlatformAdmin(api),
      )
      return { body: { photos: [], version } }
    },
  ],
  [uploadMapImageRoute, picture],
  [
    searchRoute,
    async (api) => ({
      url: address(searchRoute, {}, { lat: 41.879, lng: -87.634, radius_m: 5000, ...tomorrow(api) }),
      token: null,
    }),
  ],
  [
    searchLotSpotsRoute,
    async (api, { lot: { lot_id } }) => ({
      url: address(searchLotSpotsRoute, {}, { lot_id, ...tomorrow(api) }),
      token: null,
    }),
  ],
  [
    getLongerOfferRoute,
    async (api, { lot: { lot_id } }) => ({
      url: address(getLongerOfferRoute, {}, { lot_id, ...tomorrow(api) }),
      token: null,
    }),
  ],
  [updateLotRoute, async () => ({ body: { description: 'By the river' } })],
  [replaceGuidanceSettingsRoute, async () => ({ body: { ...usualBounds, is_weekly: true, version: 0 } })],
  [
    createRedirectRoute,
    async (api, { lot: { lot_id } }) => ({
      url: address(createRedirectRoute, { lot_id }),
      token: await aPlatformAdmin(api),
      body: { from_lot_id: (await aLot(api)).lot_id },
    }),
  ],
  [readLotFileRoute, async () => ({ body: { text: aFile(aSquare(0, { capacity: '~12' })) } })],
  [
    importLotRoute,
    async (api, { lot: { lot_id } }) => {
      const token = await aPlatformAdmin(api)
      return {
        token,
        body: { document: await api.call(exportLotRoute, { params: { lot_id }, query: {} }, token) },
      }
    },
  ],
  [importSpotsRoute, async () => ({ body: { csv: 'label,type\nE1,STANDARD' } })],
  [
    createAssignmentRoute,
    async (api, { lot: { lot_id, spot_ids } }) => ({
      url: address(createAssignmentRoute, { spot_id: spot_ids[3] }),
      token: await aPlatformAdmin(api),
      body: { user_id: (await aMember(api, lot_id, 'MEMBER')).user_id, starts_on: '2026-09-01' },
    }),
  ],
  [
    deleteAssignmentRoute,
    async (_api, { lot: { spot_ids }, ids }) => ({
      url: address(deleteAssignmentRoute, { spot_id: spot_ids[1], assignment_id: ids['assignment_id'] }),
    }),
  ],
  [
    deleteSpotRoute,
    async (_api, { lot: { spot_ids } }) => ({ url: address(deleteSpotRoute, { spot_id: spot_ids[3] }) }),
  ],
  [updateAvailabilityRoute, async () => ({ body: { note: 'While away' } })],
  [
    createCalendarPriceRoute,
    async (api, { lot: { lot_id } }) => ({
      body: { lot_id, name: 'Concert', ...tomorrow(api), percent_bps: 1000 },
    }),
  ],
  [updateCalendarPriceRoute, async () => ({ body: { name: 'Concert' } })],
  [
    listPricePeriodsRoute,
    async (_api, { lot: { lot_id } }) => ({
      url: address(listPricePeriodsRoute, { lot_id, from: '2026-03-02', to: '2026-03-08' }),
    }),
  ],
]
