// A Nest application with one route that answers immediately, in a separate process: the bench `load` compares the
// portal with it.
import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class Bare {
  answer() {
    return { success: true, data: { status: 'ok' } };
  }
}
Controller('bare')(Bare);
Get()(Bare.prototype, 'answer', Object.getOwnPropertyDescriptor(Bare.prototype, 'answer'));

class BareModule {}
Module({ controllers: [Bare] })(BareModule);

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
