-- Figures by day, so that a period of ten years is read as fast as one of a month. Days are days of UTC.

-- One owner's closed days by range, from traffic_hourly. A day that is not closed has no row that anybody reads.
create table traffic_daily (
  owner_id uuid not null,
  day date not null,
  range_id uuid not null,
  messages bigint not null,
  segments bigint not null,
  earned_micros bigint not null,
  primary key (owner_id, day, range_id)
) with (fillfactor = 90);
-- The whole platform's days, for those who run it: nothing of a row has to be fetched from the table itself.
create index traffic_daily_by_day on traffic_daily (day, owner_id)
  include (range_id, messages, segments, earned_micros);

-- One owner's closed days over all ranges, each with its hours: a chart of 90 days in any zone reads 90 rows instead of
-- one for every range and hour. The arrays are as long as there are hours with traffic, and belong together by place.
create table traffic_owner_daily (
  owner_id uuid not null,
  day date not null,
  messages bigint not null,
  segments bigint not null,
  earned_micros bigint not null,
  hours timestamptz[] not null,
  hour_messages bigint[] not null,
  hour_segments bigint[] not null,
  hour_earned_micros bigint[] not null,
  primary key (owner_id, day)
) with (fillfactor = 90);

-- The same of the whole platform, from traffic_connection_hourly.
create table traffic_platform_daily (
  day date primary key,
  messages bigint not null,
  segments bigint not null,
  earned_micros bigint not null,
  hours timestamptz[] not null,
  hour_messages bigint[] not null,
  hour_segments bigint[] not null,
  hour_earned_micros bigint[] not null
);

-- The last day whose figures are read from here; later ones are read by the hour. It only moves forward.
create table traffic_days_closed (
  singleton boolean primary key default true,
  closed_through date not null default '1970-01-01',
  closed_at timestamptz not null default now(),
  constraint traffic_days_closed_is_one_row check (singleton)
);
insert into traffic_days_closed default values;

-- ── what the program may do ─────────────────────────────────────────────────────────────────────────────────────────
grant select, insert, update on traffic_daily, traffic_owner_daily, traffic_platform_daily to inrange_app;
grant select, update on traffic_days_closed to inrange_app;
