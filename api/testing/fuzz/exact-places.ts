import { updateAvailability } from '@openspot/contract/booking/availability.ts'
import {
  createCalendarPrice,
  listPricePeriods,
  updateCalendarPrice,
} from '@openspot/contract/booking/prices.ts'
import { address } from '@openspot/contract/call.ts'
import { createAssignment, deleteAssignment } from '@openspot/contract/lots/assignments.ts'
import { setLogo, uploadMapImage } from '@openspot/contract/lots/files.ts'
import { exportLot, importLot } from '@openspot/contract/lots/lot-export.ts'
import { importSpots } from '@openspot/contract/lots/lot-spots.ts'
import { search, searchLotSpots, updateLot } from '@openspot/contract/lots/lots.ts'
import { createRedirect } from '@openspot/contract/lots/redirects.ts'
import { deleteSpot } from '@openspot/contract/lots/spots.ts'
import { pictureForm } from '../../lots/files/testing.ts'
import type { TestApi } from '../api.ts'
import { twoHours } from '../booking.ts'
import { aMember } from '../people.ts'
import { aLot } from '../places.ts'
import { aPlatformAdmin, type ExactRequests } from './exact.ts'

const picture = async () => ({ body: await pictureForm() })
const tomorrow = (api: TestApi) => twoHours(api, 24)

export const requestsOfPlaces: ExactRequests = [
  [setLogo, picture],
  [uploadMapImage, picture],
  [
    search,
    async (api) => ({
      url: address(search, {}, { lat: 41.879, lng: -87.634, radius_m: 5000, ...tomorrow(api) }),
      token: null,
    }),
  ],
  [
    searchLotSpots,
    async (api, { lot: { lot_id } }) => ({
      url: address(searchLotSpots, {}, { lot_id, ...tomorrow(api) }),
      token: null,
    }),
  ],
  [updateLot, async () => ({ body: { description: 'By the river' } })],
  [
    createRedirect,
    async (api, { lot: { lot_id } }) => ({
      url: address(createRedirect, { lot_id }),
      token: await aPlatformAdmin(api),
      body: { from_lot_id: (await aLot(api)).lot_id },
    }),
  ],
  [
    importLot,
    async (api, { lot: { lot_id } }) => {
      const token = await aPlatformAdmin(api)
      return {
        token,
        body: { document: await api.call(exportLot, { params: { lot_id }, query: {} }, token) },
      }
    },
  ],
  [importSpots, async () => ({ body: { csv: 'label,type\nE1,STANDARD' } })],
  [
    createAssignment,
    async (api, { lot: { lot_id, spot_ids } }) => ({
      url: address(createAssignment, { spot_id: spot_ids[3] }),
      token: await aPlatformAdmin(api),
      body: { user_id: (await aMember(api, lot_id, 'MEMBER')).user_id, starts_on: '2026-09-01' },
    }),
  ],
  [
    deleteAssignment,
    async (_api, { lot: { spot_ids }, ids }) => ({
      url: address(deleteAssignment, { spot_id: spot_ids[1], assignment_id: ids['assignment_id'] }),
    }),
  ],
  [
    deleteSpot,
    async (_api, { lot: { spot_ids } }) => ({ url: address(deleteSpot, { spot_id: spot_ids[3] }) }),
  ],
  [updateAvailability, async () => ({ body: { note: 'While away' } })],
  [
    createCalendarPrice,
    async (api, { lot: { lot_id } }) => ({
      body: { lot_id, name: 'Concert', ...tomorrow(api), percent_bps: 1000 },
    }),
  ],
  [updateCalendarPrice, async () => ({ body: { name: 'Concert' } })],
  [
    listPricePeriods,
    async (_api, { lot: { lot_id } }) => ({
      url: address(listPricePeriods, { lot_id, from: '2026-03-02', to: '2026-03-08' }),
    }),
  ],
]
