declare module 'simple-oauth2';
declare module 'passport-oauth2';
