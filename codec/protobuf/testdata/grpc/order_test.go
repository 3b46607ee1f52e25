//go:build grpc

// Package grpc has a server and a client of gRPC, and of Connect, that send plain structs.
package grpc

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
)

func order() *Order {
	return &Order{Name: "a", Parts: []*Order{{Name: strings.Repeat("long", 5000)}, {}}}
}

// TestGRPC calls a method whose messages are plain structs, and one of gRPC's own beside it.
func TestGRPC(t *testing.T) {
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(grpc.ForceServerCodecV2(OrderGRPCCodec{}))
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "shop.Orders", HandlerType: (*any)(nil),
		Methods: []grpc.MethodDesc{{MethodName: "Put", Handler: func(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
			v := new(Order)
			return v, decode(v)
		}}},
	}, nil)
	grpc_health_v1.RegisterHealthServer(server, health.NewServer())
	go server.Serve(at)
	defer server.Stop()
	conn, err := grpc.NewClient(at.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultCallOptions(grpc.ForceCodecV2(OrderGRPCCodec{})))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for range 3 {
		got := new(Order)
		if err := conn.Invoke(t.Context(), "/shop.Orders/Put", order(), got); err != nil || !reflect.DeepEqual(got, order()) {
			t.Fatalf("%v", err)
		}
	}
	if _, err := grpc_health_v1.NewHealthClient(conn).Check(t.Context(), &grpc_health_v1.HealthCheckRequest{}); err != nil {
		t.Error(err)
	}
}

// TestConnect does so by Connect.
func TestConnect(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/shop.Orders/Put", connect.NewUnaryHandler("/shop.Orders/Put", func(_ context.Context, r *connect.Request[Order]) (*connect.Response[Order], error) {
		return connect.NewResponse(r.Msg), nil
	}, connect.WithCodec(OrderConnectCodec{})))
	server := httptest.NewServer(mux)
	defer server.Close()
	client := connect.NewClient[Order, Order](server.Client(), server.URL+"/shop.Orders/Put", connect.WithCodec(OrderConnectCodec{}))
	got, err := client.CallUnary(t.Context(), connect.NewRequest(order()))
	if err != nil || !reflect.DeepEqual(got.Msg, order()) {
		t.Errorf("%v", err)
	}
}
