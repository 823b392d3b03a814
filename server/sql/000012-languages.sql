-- The language of a user, for the console and for mails to them. Null until somebody chooses: the console then follows
-- the browser, and mails are in English.
alter table users add column language text;
alter table users add constraint users_language_is_known check (language in ('en', 'es', 'ar'));
