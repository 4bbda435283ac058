/** The bundler takes them out of the code. */
declare module '*.css';
