package json

import (
	"github.com/assay-go/assay/audit/json/aliasing"
	"github.com/assay-go/assay/audit/json/documents"
	"github.com/assay-go/assay/audit/json/inplace"
	"github.com/assay-go/assay/audit/json/plain"
)

// subjects are the documents, with the code that is generated for their types.
var subjects = []subject{
	of("event", documents.Text[documents.Event](), plain.AppendEventJSON, plain.MarshalEventJSON, plain.UnmarshalEventJSON, inplace.UnmarshalEventJSON, aliasing.UnmarshalEventJSON),
	of("account", documents.Text[documents.Account](), plain.AppendAccountJSON, plain.MarshalAccountJSON, plain.UnmarshalAccountJSON, inplace.UnmarshalAccountJSON, aliasing.UnmarshalAccountJSON),
	of("products", documents.Text[documents.Products](), plain.AppendProductsJSON, plain.MarshalProductsJSON, plain.UnmarshalProductsJSON, inplace.UnmarshalProductsJSON, aliasing.UnmarshalProductsJSON),
	of("issues", documents.Text[documents.Issues](), plain.AppendIssuesJSON, plain.MarshalIssuesJSON, plain.UnmarshalIssuesJSON, inplace.UnmarshalIssuesJSON, aliasing.UnmarshalIssuesJSON),
	of("logs", documents.Text[documents.Logs](), plain.AppendLogsJSON, plain.MarshalLogsJSON, plain.UnmarshalLogsJSON, inplace.UnmarshalLogsJSON, aliasing.UnmarshalLogsJSON),
	of("features", documents.Text[documents.Features](), plain.AppendFeaturesJSON, plain.MarshalFeaturesJSON, plain.UnmarshalFeaturesJSON, inplace.UnmarshalFeaturesJSON, aliasing.UnmarshalFeaturesJSON),
	of("places", documents.Text[documents.Places](), plain.AppendPlacesJSON, plain.MarshalPlacesJSON, plain.UnmarshalPlacesJSON, inplace.UnmarshalPlacesJSON, aliasing.UnmarshalPlacesJSON),
	of("bundle", documents.Text[documents.Bundle](), plain.AppendBundleJSON, plain.MarshalBundleJSON, plain.UnmarshalBundleJSON, inplace.UnmarshalBundleJSON, aliasing.UnmarshalBundleJSON),
	of("manifest", documents.Text[documents.Manifest](), plain.AppendManifestJSON, plain.MarshalManifestJSON, plain.UnmarshalManifestJSON, inplace.UnmarshalManifestJSON, aliasing.UnmarshalManifestJSON),
	of("lock", documents.Text[documents.Lock](), plain.AppendLockJSON, plain.MarshalLockJSON, plain.UnmarshalLockJSON, inplace.UnmarshalLockJSON, aliasing.UnmarshalLockJSON),
	of("metrics", documents.Text[documents.Metrics](), plain.AppendMetricsJSON, plain.MarshalMetricsJSON, plain.UnmarshalMetricsJSON, inplace.UnmarshalMetricsJSON, aliasing.UnmarshalMetricsJSON),
	of("prices", documents.Text[documents.Prices](), plain.AppendPricesJSON, plain.MarshalPricesJSON, plain.UnmarshalPricesJSON, inplace.UnmarshalPricesJSON, aliasing.UnmarshalPricesJSON),
	of("table", documents.Text[documents.Table](), plain.AppendTableJSON, plain.MarshalTableJSON, plain.UnmarshalTableJSON, inplace.UnmarshalTableJSON, aliasing.UnmarshalTableJSON),
	of("vectors", documents.Text[documents.Vectors](), plain.AppendVectorsJSON, plain.MarshalVectorsJSON, plain.UnmarshalVectorsJSON, inplace.UnmarshalVectorsJSON, aliasing.UnmarshalVectorsJSON),
	of("measures", documents.Text[documents.Measures](), plain.AppendMeasuresJSON, plain.MarshalMeasuresJSON, plain.UnmarshalMeasuresJSON, inplace.UnmarshalMeasuresJSON, aliasing.UnmarshalMeasuresJSON),
	of("pixels", documents.Text[documents.Pixels](), plain.AppendPixelsJSON, plain.MarshalPixelsJSON, plain.UnmarshalPixelsJSON, inplace.UnmarshalPixelsJSON, aliasing.UnmarshalPixelsJSON),
	of("tree", documents.Text[documents.Tree](), plain.AppendTreeJSON, plain.MarshalTreeJSON, plain.UnmarshalTreeJSON, inplace.UnmarshalTreeJSON, aliasing.UnmarshalTreeJSON),
	of("articles", documents.Text[documents.Articles](), plain.AppendArticlesJSON, plain.MarshalArticlesJSON, plain.UnmarshalArticlesJSON, inplace.UnmarshalArticlesJSON, aliasing.UnmarshalArticlesJSON),
	of("japanese", documents.Text[documents.Japanese](), plain.AppendJapaneseJSON, plain.MarshalJapaneseJSON, plain.UnmarshalJapaneseJSON, inplace.UnmarshalJapaneseJSON, aliasing.UnmarshalJapaneseJSON),
	of("russian", documents.Text[documents.Russian](), plain.AppendRussianJSON, plain.MarshalRussianJSON, plain.UnmarshalRussianJSON, inplace.UnmarshalRussianJSON, aliasing.UnmarshalRussianJSON),
	of("escaped", documents.Text[documents.Escaped](), plain.AppendEscapedJSON, plain.MarshalEscapedJSON, plain.UnmarshalEscapedJSON, inplace.UnmarshalEscapedJSON, aliasing.UnmarshalEscapedJSON),
	of("markup", documents.Text[documents.Markup](), plain.AppendMarkupJSON, plain.MarshalMarkupJSON, plain.UnmarshalMarkupJSON, inplace.UnmarshalMarkupJSON, aliasing.UnmarshalMarkupJSON),
	of("chat", documents.Text[documents.Chat](), plain.AppendChatJSON, plain.MarshalChatJSON, plain.UnmarshalChatJSON, inplace.UnmarshalChatJSON, aliasing.UnmarshalChatJSON),
	of("orders", documents.Text[documents.Orders](), plain.AppendOrdersJSON, plain.MarshalOrdersJSON, plain.UnmarshalOrdersJSON, inplace.UnmarshalOrdersJSON, aliasing.UnmarshalOrdersJSON),
	of("calendar", documents.Text[documents.Calendar](), plain.AppendCalendarJSON, plain.MarshalCalendarJSON, plain.UnmarshalCalendarJSON, inplace.UnmarshalCalendarJSON, aliasing.UnmarshalCalendarJSON),
	of("flags", documents.Text[documents.Flags](), plain.AppendFlagsJSON, plain.MarshalFlagsJSON, plain.UnmarshalFlagsJSON, inplace.UnmarshalFlagsJSON, aliasing.UnmarshalFlagsJSON),
	of("free", documents.Text[documents.Free](), plain.AppendFreeJSON, plain.MarshalFreeJSON, plain.UnmarshalFreeJSON, inplace.UnmarshalFreeJSON, aliasing.UnmarshalFreeJSON),
	of("schema", documents.Text[documents.Schema](), plain.AppendSchemaJSON, plain.MarshalSchemaJSON, plain.UnmarshalSchemaJSON, inplace.UnmarshalSchemaJSON, aliasing.UnmarshalSchemaJSON),
	of("deployment", documents.Text[documents.Deployment](), plain.AppendDeploymentJSON, plain.MarshalDeploymentJSON, plain.UnmarshalDeploymentJSON, inplace.UnmarshalDeploymentJSON, aliasing.UnmarshalDeploymentJSON),
	of("traces", documents.Text[documents.Traces](), plain.AppendTracesJSON, plain.MarshalTracesJSON, plain.UnmarshalTracesJSON, inplace.UnmarshalTracesJSON, aliasing.UnmarshalTracesJSON),
	of("attachments", documents.Text[documents.Attachments](), plain.AppendAttachmentsJSON, plain.MarshalAttachmentsJSON, plain.UnmarshalAttachmentsJSON, inplace.UnmarshalAttachmentsJSON, aliasing.UnmarshalAttachmentsJSON),
}
