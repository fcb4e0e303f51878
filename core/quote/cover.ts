import { plusLocalDays, plusLocalMonths } from '../time/zone.ts'
import { localDayOfMonth, type RatesAt } from './rates.ts'
