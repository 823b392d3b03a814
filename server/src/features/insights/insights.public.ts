// The door of the insights slice: the period and its days, for whatever else shows figures over time.
export { fillDays, periodOf, type DayFigures } from './insights.rules.ts'
